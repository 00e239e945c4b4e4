import { type ComponentProps, type KeyboardEvent, type MouseEvent, useDeferredValue } from 'react'
import { type ButtonSize, type ButtonVariant, buttonStyle } from './button.tsx'

type PressLinkProps = Omit<ComponentProps<'a'>, 'onClick' | 'role'> & {
  /** The page that does the same. */
  href: string
  onPress: () => void
  /** It leads somewhere on this page, so that it is a link with scripts as well. */
  staysLink?: boolean
}

/**
 * A link to the page that does the same, in the served HTML; once scripts run the same element is a
 * button, Space included. A press that falls before follows the link.
 */
export function PressLink({ onPress, staysLink = false, children, ...rest }: PressLinkProps) {
  // False until React has taken the page over; then drawn in small pieces, so that no press waits for it.
  const isAlive = useDeferredValue(true, false)

  function press(event: MouseEvent<HTMLAnchorElement>) {
    // In a new tab or window the page is what is wanted.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPress()
  }

  function pressByKey(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== ' ' || staysLink) return
    // The page would scroll.
    event.preventDefault()
    onPress()
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- a link, and then a button
    <a
      {...rest}
      role={isAlive && !staysLink ? 'button' : undefined}
      onClick={press}
      onKeyDown={pressByKey}
    >
      {children}
    </a>
  )
}

/** The same in the look of a button. */
export function PressButton({
  variant,
  size,
  className,
  ...rest
}: PressLinkProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <PressLink {...rest} className={buttonStyle(variant, size, className)} />
}
