import { ShownSecret } from '#client/admin/shown-secret.tsx'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownSecret
      what="secret"
      secret={secret}
      next="Enter the secret in the receiving program, which verifies calls with it."
      onClose={onClose}
    >
      This secret signs every call, in the header{' '}
      <code className="font-mono text-ink">webhook-signature</code>. Any Standard Webhooks library
      can verify it.
    </ShownSecret>
  )
}
