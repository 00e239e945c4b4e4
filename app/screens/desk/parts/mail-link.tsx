/** An address to write to. In a dense row it is as tall as a finger needs on touch screens only. */
export function MailLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`}
      className="inline-block min-h-6 leading-6 text-glow underline decoration-1 underline-offset-2 hover:decoration-2 pointer-coarse:py-1.5"
    >
      {email}
    </a>
  )
}
