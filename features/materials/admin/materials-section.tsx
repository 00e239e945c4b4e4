import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { CardRow } from '#client/admin/card-row.tsx'
import { ForRole } from '#client/admin/for-role.tsx'
import { NotLoaded } from '#client/page/load-failed.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/lazy-chunk.ts'
import type { AdminMaterial } from '#features/materials/contract.ts'
import { describeSize } from '#features/materials/rules.ts'
import { audienceLabels } from './material-labels.ts'
import { materialsOf } from './material-queries.ts'

const MaterialDialog = lazyDialog(
  async () => (await import('./material-dialog.tsx')).MaterialDialog,
)
const RemoveMaterialDialog = lazyDialog(
  async () => (await import('./material-dialog.tsx')).RemoveMaterialDialog,
)

const compact = 'px-4! text-small!'

type Opened = { add: AdminMaterial['kind'] } | { remove: AdminMaterial }

/** Section of an event's page that lists its links and files, with buttons to add and delete them. */
export function MaterialsSection({ eventId, isOver }: { eventId: number; isOver: boolean }) {
  const query = useQuery(materialsOf(eventId))
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === '#materials') heading.current?.focus()
  }, [hash])
  return (
    <section aria-labelledby="materials-heading" className="mt-12 lg:max-w-[calc(100%-27rem)]">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2
          ref={heading}
          id="materials-heading"
          tabIndex={-1}
          className="text-subheading outline-none"
        >
          Materials
        </h2>
        <ForRole needs="editor">
          <div className="flex flex-wrap gap-2.5">
            {(['link', 'file'] as const).map((add) => (
              <Button
                key={add}
                variant="secondary"
                className={compact}
                onClick={() => setOpened({ add })}
              >
                Add {add}
              </Button>
            ))}
          </div>
        </ForRole>
      </div>
      <p className="mt-2 text-muted">
        Slides, files and links on the event’s page, beside the recording and in the email about it.
        For each, you choose who sees it, before or after the event.
      </p>
      <NotLoaded query={query} message="The materials could not be loaded." skeleton="mt-5 h-20" />
      {query.data?.length === 0 && <p className="mt-5">No slides, files or links yet.</p>}
      {query.data && query.data.length > 0 && (
        <Card className="mt-5">
          <ul aria-label="Materials">
            {query.data.map((material) => (
              <MaterialLine
                key={material.id}
                material={material}
                onRemove={() => setOpened({ remove: material })}
              />
            ))}
          </ul>
        </Card>
      )}
      {opened && 'add' in opened && (
        <MaterialDialog kind={opened.add} onClose={close} {...{ eventId, isOver }} />
      )}
      {opened && 'remove' in opened && (
        <RemoveMaterialDialog eventId={eventId} material={opened.remove} onClose={close} />
      )}
    </section>
  )
}

type MaterialLineProps = { material: AdminMaterial; onRemove: () => void }

function MaterialLine({ material, onRemove }: MaterialLineProps) {
  const { title, kind, url, fileName, size, visibleTo, visibleFrom } = material
  const about = kind === 'link' ? url : `${fileName}, ${describeSize(size ?? 0)}`
  return (
    <CardRow
      label={title}
      buttons={
        <Button
          variant="secondary"
          className={compact}
          aria-label={`Delete ${title}`}
          onClick={onRemove}
        >
          Delete
        </Button>
      }
    >
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <a
          href={url}
          target="_blank"
          rel="noopener"
          className="font-semibold wrap-anywhere underline decoration-1 underline-offset-4"
        >
          {title}
        </a>
        <Badge>{audienceLabels[visibleTo]}</Badge>
        {visibleFrom === 'end' && <Badge>Visible after the event</Badge>}
      </p>
      <p className="mt-1 text-small wrap-anywhere text-muted">{about}</p>
    </CardRow>
  )
}
