import { useId } from 'react'

/** Matches a URL in plain text, up to the next space or bracket. */
const address = /(https?:\/\/[^\s()]+)/

type MailViewProps = { mail: { subject: string; text: string; html: string } }

/** Displays a mail: its HTML in a sandboxed frame, which runs no scripts, and its plain text with working links. */
export function MailView({ mail }: MailViewProps) {
  const headings = useId()
  return (
    <div className="mt-6 border-t border-line pt-6">
      <h3 dir="auto" className="text-subheading wrap-anywhere">
        {mail.subject}
      </h3>
      <div className="mt-4 grid gap-6 lg:grid-cols-2">
        <section aria-labelledby={`${headings}-html`} className="min-w-0">
          <h4 id={`${headings}-html`} className="text-small font-semibold text-muted">
            Preview
          </h4>
          <iframe
            title={`Email: ${mail.subject}`}
            sandbox=""
            srcDoc={mail.html}
            className="mt-2 h-136 w-full rounded-md border border-line bg-surface"
          />
        </section>
        <section aria-labelledby={`${headings}-text`} className="min-w-0">
          <h4 id={`${headings}-text`} className="text-small font-semibold text-muted">
            Plain text
          </h4>
          {/* oxlint-disable jsx-a11y/no-noninteractive-tabindex -- keyboard users must reach the scrollable text */}
          <pre
            tabIndex={0}
            dir="auto"
            className="mt-2 h-136 overflow-y-auto rounded-md border border-line bg-sunken p-4 font-mono text-caption wrap-anywhere whitespace-pre-wrap"
          >
            {mail.text.split(address).map((part, index) =>
              index % 2 === 1 ? (
                <a
                  key={`${index} ${part}`}
                  href={part}
                  target="_blank"
                  rel="noopener"
                  className="text-glow underline underline-offset-2"
                >
                  {part}
                </a>
              ) : (
                part
              ),
            )}
          </pre>
        </section>
      </div>
    </div>
  )
}
