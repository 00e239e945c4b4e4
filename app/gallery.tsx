import { useState } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ChunkError } from '#client/ui/chunk-error.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { DrawnPicture } from '#client/ui/picture.tsx'
import { Section } from '#client/ui/section.tsx'
import { ShareRow } from '#client/ui/share-row.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showToast } from '#client/ui/toast-store.ts'

/** `/__gallery`, while developing only: what client/ui holds, in its states, light or dark as the system says. */
export default function Gallery() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <main id="main">
      <Section id="buttons" title="Buttons">
        <div className="flex flex-wrap items-center gap-3">
          <Button>Primary</Button>
          <Button variant="secondary">Secondary</Button>
          <Button size="large">Large</Button>
          <Button pending>Pending...</Button>
          <Button disabled>Disabled</Button>
          <ButtonLink href="#buttons">A link</ButtonLink>
        </div>
      </Section>
      <Section id="fields" title="Fields">
        <div className="grid max-w-xl gap-5">
          <Field label="Name" description="As it stands on the badge" defaultValue="Amara" />
          <Field label="Email" error="Please enter a valid email address" defaultValue="amara@" />
          <Field label="Company" hint="Did you mean example.org?" disabled />
          <TextArea label="Questions" />
          <Checkbox label="Keep me posted" description="At most once a month" defaultChecked />
        </div>
      </Section>
      <Section id="cards" title="Cards, badges, pictures, waiting">
        <div className="grid gap-5 sm:grid-cols-2">
          <Card className="grid gap-3 p-6">
            <p className="flex flex-wrap gap-2">
              <Badge>Neutral</Badge>
              <Badge tone="accent">Accent</Badge>
              <Badge tone="success">Success</Badge>
              <Badge tone="danger">Danger</Badge>
            </p>
            <Skeleton className="h-24" />
          </Card>
          <div className="relative aspect-video">
            <DrawnPicture />
          </div>
          <ChunkError onAgain={() => {}} />
        </div>
        <ShareRow address="https://example.org" text="An interview" />
      </Section>
      <Section id="above" title="Dialog and toasts">
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => setIsOpen(true)}>Open a dialog</Button>
          <Button
            variant="secondary"
            onClick={() => showToast({ title: 'Saved', description: 'Everybody sees it now.' })}
          >
            Show a toast
          </Button>
          <Button
            variant="secondary"
            onClick={() => showToast({ title: 'Not saved', variant: 'destructive' })}
          >
            Show a failure
          </Button>
        </div>
      </Section>
      {isOpen && (
        <Dialog title="A dialog" description="What it is about" onClose={() => setIsOpen(false)}>
          <Field label="Name" />
        </Dialog>
      )}
    </main>
  )
}
