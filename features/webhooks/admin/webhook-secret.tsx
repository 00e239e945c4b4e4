import { ShownSecret } from '#client/admin/shown-secret.tsx'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownSecret
      what="secret"
      secret={secret}
      next="Enter it where the receiver verifies calls."
      onClose={onClose}
    >
      It signs every call in the header{' '}
      <code className="font-mono text-ink">webhook-signature</code>. Use it with any Standard
      Webhooks library.
    </ShownSecret>
  )
}
