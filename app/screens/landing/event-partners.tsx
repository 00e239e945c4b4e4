import { useSite } from '#app/components/use-site.ts'
import { Container } from '#app/ui/section.tsx'
import { Logo } from './logo.tsx'

/** The partners' logos. Specification, "Landing page". */
export function EventPartners() {
  const { partners } = useSite().site
  if (partners.length === 0) return null
  return (
    <section aria-labelledby="partners-heading" className="border-y border-line py-14">
      <Container>
        <h2
          id="partners-heading"
          className="text-center font-sans text-small font-semibold text-muted"
        >
          Event Partners
        </h2>
        <ul className="mt-8 grid grid-cols-2 items-center justify-items-center gap-x-8 gap-y-7 sm:flex sm:flex-wrap sm:justify-center sm:gap-x-14 max-sm:[&>li:last-child:nth-child(odd)]:col-span-2">
          {partners.map((partner) => (
            <li key={partner.name}>
              {partner.url ? (
                <a
                  href={partner.url}
                  rel="noopener"
                  className="block py-1 opacity-65 transition-opacity hover:opacity-100"
                >
                  <Logo {...partner} />
                </a>
              ) : (
                <Logo {...partner} className="opacity-65" />
              )}
            </li>
          ))}
        </ul>
      </Container>
    </section>
  )
}
