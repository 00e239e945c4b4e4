/** Where each share button leads. Specification, "Landing page". */
export function shareLinks(address: string, text: string) {
  const url = encodeURIComponent(address)
  const words = encodeURIComponent(text)
  return [
    { name: 'LinkedIn', href: `https://www.linkedin.com/sharing/share-offsite/?url=${url}` },
    { name: 'Twitter', href: `https://twitter.com/intent/tweet?text=${words}&url=${url}` },
    { name: 'Facebook', href: `https://www.facebook.com/sharer/sharer.php?u=${url}` },
    { name: 'WhatsApp', href: `https://wa.me/?text=${encodeURIComponent(`${text} ${address}`)}` },
  ]
}
