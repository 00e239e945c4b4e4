import { useSite } from '#client/page/use-site.ts'
import { Section } from '#client/ui/section.tsx'

/** Five-star testimonials of the site's content, then quotes from answers after events, which have no stars. */
export function Testimonials() {
  const { testimonials, texts } = useSite().site
  if (!testimonials[0]) return null
  return (
    <Section
      id="testimonials"
      title={texts.front.testimonialsTitle}
      className="border-t border-line"
    >
      <ul className="grid gap-x-12 gap-y-11 sm:grid-cols-2 lg:grid-cols-3">
        {testimonials.map(({ quote, name, title }, at) => (
          <li key={at}>
            <figure>
              {title && (
                <p className="five-stars">
                  <span className="sr-only">Five out of five stars</span>
                </p>
              )}
              <blockquote dir="auto" className="quotation">
                {quote}
              </blockquote>
              <figcaption className="mt-4 text-small text-muted">
                <span className="font-semibold text-ink">{name}</span>
                <br />
                {title}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
