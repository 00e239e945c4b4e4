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
  medium: 'min-h-11 px-[min(1.25rem,6vw)] py-2 text-base leading-snug',
  large: 'min-h-13 px-[min(1.75rem,7vw)] py-3 text-lead leading-snug',
}

/** Returns the CSS classes of a button, for links styled as buttons. */
export function buttonStyle(
  variant: ButtonVariant = 'primary',
  size: ButtonSize = 'medium',
  className = '',
) {
  return `${shared} ${variants[variant]} ${sizes[size]} ${className}`
}

type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize }

/**
 * A button. While `pending`, the button ignores presses but stays focusable. The caller passes a matching label
 * as children, such as 'Registering...'.
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
      // eslint-disable-next-line react/button-has-type -- the `type` prop; 'button' by default
      type={type}
      aria-disabled={pending || undefined}
      aria-busy={pending || undefined}
      onClick={press}
      className={buttonStyle(variant, size, className)}
    >
      {pending && <PendingLamp />}
      {/* Wrap the label in a `span`: browser translators replace bare text nodes, and React's insertion of the
         pending dot before a replaced node would fail. */}
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
  /** URL of a page that offers the same action as `onPress`, for browsers without scripts. */
  href: string
  onPress: () => void
  /**
   * Whether the element remains a link for screen readers after hydration, because pressing it leads to content on the
   * same page.
   */
  staysLink?: boolean
}

/**
 * Renders a link that becomes a button with the same effect after hydration. Before hydration, and without scripts, a
 * press follows the link.
 */
export function PressLink({ onPress, staysLink = false, children, ...rest }: PressLinkProps) {
  // False until hydration. `useDeferredValue` gives the rerender low priority, so that it does not block input.
  const isAlive = useDeferredValue(true, false)

  function press(event: MouseEvent<HTMLAnchorElement>) {
    // With a modifier key, the browser opens the page in a new tab or window.
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    onPress()
  }

  function pressByKey(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== ' ' || staysLink) return
    // Prevent the default action of the space bar, which scrolls the page.
    event.preventDefault()
    onPress()
  }

  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- a link, after hydration a button
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

/** A PressLink with the look of a button: a link until hydration, then a button. */
export function PressButton({
  variant,
  size,
  className,
  ...rest
}: PressLinkProps & { variant?: ButtonVariant; size?: ButtonSize }) {
  return <PressLink {...rest} className={buttonStyle(variant, size, className)} />
}
