import { ShownSecret } from '#client/admin/shown-secret.tsx'

export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  return (
    <ShownSecret
      what="secret"
      secret={secret}
      next="Enter it where the receiver verifies calls."
      onClose={onClose}
    >
      Every call is signed with it, in the header{' '}
      <code className="font-mono text-ink">webhook-signature</code>. Libraries of Standard Webhooks
      take it as it stands.
    </ShownSecret>
  )
}
