import type { ReactNode } from 'react'
import { Button } from '#client/ui/button.tsx'
import { copyText } from '#client/ui/copy-text.ts'
import { showToast } from '#client/ui/toast-store.ts'

type ShownSecretProps = {
  /** Kind of the displayed text, for labels such as 'Copy key'. */
  what: 'key' | 'secret'
  secret: string
  /** A sentence that says what to do with the copied secret. */
  next: string
  /** Explains how programs use the secret. */
  children: ReactNode
  onClose: () => void
}

/** Displays a new API key or webhook secret, which cannot be displayed again later. */
export function ShownSecret({ what, secret, next, children, onClose }: ShownSecretProps) {
  const name = what === 'key' ? 'Key' : 'Secret'
  async function copy() {
    const isDone = await copyText(secret)
    showToast(
      isDone
        ? { title: `${name} Copied`, description: next }
        : { title: 'Not Copied', description: `Please select the ${what} and copy it yourself.` },
    )
  }
  return (
    <div className="mt-6 grid gap-5">
      <output
        aria-label={name}
        className="block rounded-md border border-line-strong bg-sunken px-4 py-3 font-mono wrap-anywhere select-all"
      >
        {secret}
      </output>
      <p className="text-small text-muted">{children}</p>
      <div className="flex flex-wrap gap-3">
        <Button data-autofocus onClick={() => void copy()}>
          Copy {what}
        </Button>
        <Button variant="secondary" onClick={onClose}>
          I have stored it
        </Button>
      </div>
    </div>
  )
}
