import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type KeyboardEvent,
  useDeferredValue,
} from 'react'

type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
type ButtonSize = 'medium' | 'large'

const shared =
  'inline-flex items-center justify-center gap-2.5 rounded-md border text-center font-semibold transition-colors duration-150 aria-disabled:cursor-not-allowed aria-disabled:opacity-70 disabled:cursor-not-allowed disabled:opacity-60 active:opacity-80'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-accent-edge bg-accent text-accent-ink not-disabled:hover:bg-accent-hover not-disabled:active:bg-accent',
  secondary:
    'border-line-strong text-ink not-disabled:hover:border-glow not-disabled:hover:text-glow',
  quiet:
    'border-transparent text-glow underline decoration-1 underline-offset-4 not-disabled:hover:decoration-2',
  danger: 'border-danger text-danger not-disabled:hover:bg-danger not-disabled:hover:text-canvas',
}

const sizes: Record<ButtonSize, string> = {
  medium: 'min-h-11 px-5 py-2 text-base leading-snug',
  large: 'min-h-13 px-7 py-3 text-lead leading-snug',
}

/** The classes of a button, for anything that leads somewhere and should look like one. */
export function buttonStyle(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className = '',
) {
  return `${shared} ${variants[variant]} ${sizes[size]} ${className}`
}

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize }

/**
 * A pending button keeps its place, its focus and its name, and does nothing when pressed; what
 * it says meanwhile ('Registering...') is its children's matter.
 */
export function Button({
  variant,
  size,
  pending = false,
  className,
  onClick,
  type = 'button',
  children,
  ...rest
}: ComponentProps<'button'> & ButtonLook & { pending?: boolean }) {
  function press(event: MouseEvent<HTMLButtonElement>) {
    if (pending) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      // eslint-disable-next-line react/button-has-type -- the caller's type, 'button' without one
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={press}
      className={buttonStyle(variant, size, className)}
    >
      {pending && <PendingLamp />}
      {/* Translators of browsers take bare text out of the button, and the lamp could not come before it. */}
      <span className="contents">{children}</span>
    </button>
  )
}

export function ButtonLink({
  variant,
  size,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonLook & { children: ReactNode }) {
  return (
    <a {...rest} className={buttonStyle(variant, size, className)}>
      {children}
    </a>
  )
}

function PendingLamp() {
  return <span aria-hidden className="size-2 animate-breathe rounded-full bg-current" />
}

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
