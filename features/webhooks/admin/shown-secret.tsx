import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { showToast } from '#client/ui/toast-store.ts'

/** A secret, shown this once: nobody can read it again. */
export function ShownSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  async function copy() {
    const isDone = await copyText(secret)
    showToast(
      isDone
        ? { title: 'Secret Copied', description: 'Enter it where the receiver verifies calls.' }
        : { title: 'Not Copied', description: 'Please select the secret and copy it yourself.' },
    )
  }
  return (
    <div className="mt-6 grid gap-5">
      <output
        aria-label="Secret"
        className="block rounded-md border border-line-strong bg-sunken px-4 py-3 font-mono wrap-anywhere select-all"
      >
        {secret}
      </output>
      <p className="text-small text-muted">
        Every call is signed with it, in the header{' '}
        <code className="font-mono text-ink">webhook-signature</code>. Libraries of Standard
        Webhooks take it as it stands.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button data-autofocus onClick={() => void copy()}>
          Copy secret
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have kept it
        </Button>
      </div>
    </div>
  )
}
