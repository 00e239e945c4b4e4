import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { createDraftKeeper } from '#client/admin/use-draft.ts'
import { BackTo } from '#client/admin/back-to.tsx'
import { PageHeading, SetupNotes } from '#client/admin/page-heading.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { mailNames, type MailKind } from '#kernel/mail-kinds.ts'
import { MailTextForm } from './mail-text-form.tsx'
import { mailTexts, mailTextsOf, partNames, partsInOrder } from './mail-text-queries.ts'
import { PublishWordsDialog } from './publish-words-dialog.tsx'
import type { MailTextKeeper } from './use-mail-text-form.ts'

/** Keeps unsaved texts outside of the component, because the sign-in gate unmounts the form when a session ends. */
const draftKeeper: MailTextKeeper = createDraftKeeper()

/** Admin page that lists the kinds of mail, and which of their texts an organiser has changed. */
export function MailTextList() {
  const read = useQuery({ ...mailTexts, refetchOnMount: 'always' })
  const [isPublishing, setIsPublishing] = useState(false)
  const { kinds = [], locked = false, reason } = read.data ?? {}
  const drafted = kinds.filter(({ unpublished }) => unpublished.length > 0)
  return (
    <section aria-labelledby="texts-heading">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <PageHeading id="texts-heading">Email wording</PageHeading>
        {drafted.length > 0 && !locked && (
          <Button onClick={() => setIsPublishing(true)}>
            {drafted.length === 1 ? 'Publish the draft' : `Publish ${drafted.length} drafts`}
          </Button>
        )}
      </div>
      <p className="mt-2 max-w-reading text-muted">
        Change the subject, opening, closing and sender name of every email, or its whole body.
        Dates, links and other facts are filled in automatically.
      </p>
      {locked && (
        <SetupNotes notes={[reason ?? 'Email wording comes from a file on the server.']} />
      )}
      <NotLoaded
        query={read}
        message="The email wording could not be loaded. Please try again."
        skeleton="mt-5 h-96"
      />
      {read.data && (
        <Card className="mt-6">
          <ul aria-label="Kinds of email" className="divide-y divide-line">
            {kinds.map((one) => (
              <KindLine key={one.kind} {...one} />
            ))}
          </ul>
        </Card>
      )}
      {isPublishing && <PublishWordsDialog onClose={() => setIsPublishing(false)} />}
    </section>
  )
}

type KindLineProps = { kind: MailKind; changed: string[]; unpublished: string[] }

function KindLine({ kind, changed, unpublished }: KindLineProps) {
  const own = partsInOrder.filter((name) => changed.includes(name)).map((name) => partNames[name])
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1.5 px-5 py-3">
      <div className="min-w-0">
        <Link
          to={`/admin/email/wording/${kind}`}
          className="inline-block min-h-6 font-semibold underline decoration-line-strong decoration-1 underline-offset-4 hover:text-glow hover:decoration-2 pointer-coarse:py-1.5"
        >
          {mailNames[kind]}
        </Link>
        <p className="text-small text-muted">
          {own.length === 0 ? 'Default text' : own.join(', ')}
        </p>
      </div>
      <p className="flex flex-wrap gap-2">
        {own.length > 0 && <Badge tone="accent">Custom text</Badge>}
        {unpublished.length > 0 && <Badge>Not published</Badge>}
      </p>
    </li>
  )
}

export function MailTextPage({ kind }: { kind: MailKind }) {
  const read = useQuery({ ...mailTextsOf(kind), refetchOnMount: 'always' })
  return (
    <>
      <BackTo path="/admin/email/wording">Email wording</BackTo>
      <PageHeading>{mailNames[kind]}</PageHeading>
      <NotLoaded
        query={read}
        message="The wording of this email could not be loaded. Please try again."
        skeleton="mt-8 h-96"
      />
      {read.data && read.isFetchedAfterMount && (
        <MailTextForm state={read.data} keeper={draftKeeper} />
      )}
    </>
  )
}
