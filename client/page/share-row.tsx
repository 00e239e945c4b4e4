import { Link2 } from 'lucide-react'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { copyAddress } from '#client/ui/copy-text.ts'
import { Section } from '#client/ui/section.tsx'
import { useTexts } from './use-site.ts'

type ShareRowProps = { address: string; text: string }

/** A section of a page with buttons to share the page, under a heading that asks visitors to do so. */
export function ShareSection(props: ShareRowProps) {
  const { title, lead } = useTexts().share
  return (
    <Section id="share" title={title} lead={lead} className="on-stage pool">
      <ShareRow {...props} />
    </Section>
  )
}

/** Buttons that share a page on LinkedIn, Twitter, Facebook and WhatsApp, and a button that copies the page's URL. */
export function ShareRow({ address, text }: ShareRowProps) {
  const { copied } = useTexts().share
  return (
    <ul className="flex flex-wrap gap-3">
      {shareLinks(address, text).map(({ name, href }) => (
        <li key={name}>
          <ButtonLink variant="secondary" href={href} target="_blank" rel="noopener">
            {name}
          </ButtonLink>
        </li>
      ))}
      <li>
        <Button onClick={() => void copyAddress(address, copied)}>
          <Link2 aria-hidden size={18} />
          Copy link
        </Button>
      </li>
    </ul>
  )
}

/** Returns name and URL of each share button for a page. */
function shareLinks(address: string, text: string) {
  const url = encodeURIComponent(address)
  const words = encodeURIComponent(text)
  return [
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { name: 'Twitter', href: `https://twitter.com/intent/tweet?text=${words}&url=${url}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${encodeURIComponent(`${text} ${address}`)}` },
  ]
}
