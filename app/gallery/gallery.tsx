import { type ReactNode, useState } from 'react'
import { Badge } from '#client/ui/badge.tsx'
import { Button, ButtonLink, PressButton } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { ChunkError } from '#client/ui/chunk-error.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, TextArea } from '#client/ui/field.tsx'
import { lazyChunk } from '#client/ui/lazy-chunk.ts'
import { noScriptFallback } from '#client/ui/no-script-fallback.ts'
import { OneMoment } from '#client/ui/one-moment.tsx'
import { Picture } from '#client/ui/picture.tsx'
import { Container, Section } from '#client/ui/section.tsx'
import { ShareRow } from '#client/page/share-row.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { showToast } from '#client/ui/toast-store.ts'
import { LookFields } from '#features/site/admin/look-fields.tsx'
import { finishedLooks, type Look } from '#kernel/look.ts'

const LatePart = lazyChunk(() => new Promise<never>(() => {}), <OneMoment />)
const ServedPart = noScriptFallback(async () => {
  return function Served() {
    return <p>This stands in the served page, and its code comes beside.</p>
  }
})

/** `/_gallery`, in development only: every component of client/ui in its states. */
export default function Gallery() {
  const [opened, setOpened] = useState<'narrow' | 'medium' | 'wide'>()
  const [isWaiting, setIsWaiting] = useState(false)
  const [look, setLook] = useState<Look>(finishedLooks.lamplight)
  return (
    <main id="main">
      <title>Gallery</title>
      <Container className="pt-10">
        <h1 className="text-title">Gallery</h1>
        <p className="mt-4 text-muted">Light or dark, as the system says.</p>
      </Container>
      <Part title="Buttons">
        {(['primary', 'secondary', 'quiet', 'danger'] as const).map((variant) => (
          <div key={variant} className="flex flex-wrap gap-3">
            <Button variant={variant}>{variant}</Button>
            <Button variant={variant} pending>
              {variant}, pending
            </Button>
            <Button variant={variant} disabled>
              {variant}, disabled
            </Button>
            <ButtonLink variant={variant} size="large" href="#main">
              {variant}, a large link
            </ButtonLink>
          </div>
        ))}
        <PressButton variant="secondary" href="#main" onPress={() => showToast({ title: 'Heard' })}>
          A link without scripts
        </PressButton>
      </Part>
      <Part title="Look">
        <LookFields look={look} onChange={setLook} />
      </Part>
      <Part title="Fields">
        <Field label="Empty" placeholder="A placeholder" />
        <Field label="Required" required defaultValue="Typed" description="An explanation." />
        <Field label="With a hint" defaultValue="me@exmaple.org" hint="Did you mean example.org?" />
        <Field label="With an error" defaultValue="nothing" error="Email is not valid" />
        <Field label="Disabled" disabled defaultValue="Typed" />
        <TextArea label="Several lines" defaultValue={'One\nTwo'} error="Too many lines" />
      </Part>
      <Part title="Checkboxes">
        <Checkbox label="Empty" />
        <Checkbox label="Ticked" defaultChecked description="With a description." />
        <Checkbox label="Disabled" disabled />
      </Part>
      <Part title="Badges">
        <div className="flex flex-wrap gap-3">
          {(['neutral', 'accent', 'success', 'danger'] as const).map((tone) => (
            <Badge key={tone} tone={tone}>
              {tone}
            </Badge>
          ))}
        </div>
      </Part>
      <Part title="Dialogs">
        <div className="flex flex-wrap gap-3">
          {(['narrow', 'medium', 'wide'] as const).map((size) => (
            <Button key={size} variant="secondary" onClick={() => setOpened(size)}>
              Open, {size}
            </Button>
          ))}
        </div>
      </Part>
      <Part title="Toasts">
        <div className="flex flex-wrap gap-3">
          <ToastButton variant="default" />
          <ToastButton variant="destructive" />
        </div>
      </Part>
      <Part title="Cards and pictures">
        <Card className="p-5">A card</Card>
        <Card data-lit>
          <Picture
            src="/images/features/last-mile.webp"
            alt="A sample picture"
            width={800}
            height={450}
            className="lit-on-hover w-full"
          />
        </Card>
        <Picture src="/images/none.webp" alt="" width={800} height={450} className="w-full" />
      </Part>
      <Part title="Waiting and failing" lead="What stands where something will be.">
        <Skeleton className="h-12 w-full" />
        <div className="flex flex-wrap gap-3">
          <Button pending={isWaiting} onClick={() => setIsWaiting(true)}>
            Fetch what never comes
          </Button>
          {isWaiting && <LatePart />}
        </div>
        <ChunkError onAgain={() => showToast({ title: 'Fetched again' })} />
        <ServedPart />
        <noscript>This is read without scripts alone.</noscript>
      </Part>
      <Part title="Sharing">
        <ShareRow address="https://example.org/" text="A sample" />
      </Part>
      {opened && (
        <Dialog
          size={opened}
          title={`A dialog, ${opened}`}
          description="Read out with the title."
          onClose={() => setOpened(undefined)}
        >
          <Field label="Typed here, it asks before it closes" data-autofocus className="mt-5" />
          <div className="mt-5 flex flex-wrap gap-3">
            <ToastButton variant="default" />
          </div>
        </Dialog>
      )}
    </main>
  )
}

function Part({ title, ...rest }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <Section title={title} lead={rest.lead}>
      <div className="grid max-w-reading gap-5">{rest.children}</div>
    </Section>
  )
}

function ToastButton({ variant }: { variant: 'default' | 'destructive' }) {
  const toast = { title: `A toast, ${variant}`, description: 'It closes automatically.', variant }
  return <Button onClick={() => showToast(toast)}>Show {variant}</Button>
}
