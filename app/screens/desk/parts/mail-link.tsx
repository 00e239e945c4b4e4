/**
 * An address to write to; too long for its place, it rather breaks after its @. In a dense row it is as tall
 * as a finger needs on touch screens only, without taking room.
 */
export function MailLink({ email }: { email: string }) {
  const [mailbox, domain] = email.split('@')
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
      className="inline-block min-h-6 leading-6 text-glow underline decoration-1 underline-offset-2 hover:decoration-2 pointer-coarse:-my-1.5 pointer-coarse:py-1.5"
    >
      {mailbox}@<wbr />
      {domain}
    </a>
  )
}
