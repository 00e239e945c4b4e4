import type { ComponentProps, MouseEvent, ReactNode } from 'react'

export type ButtonVariant = 'primary' | 'secondary' | 'quiet' | 'danger'
export type ButtonSize = 'medium' | 'large'

const shared =
  'inline-flex items-center justify-center gap-2.5 rounded-md border text-center font-semibold transition-colors duration-150 aria-disabled:cursor-not-allowed aria-disabled:opacity-70 disabled:cursor-not-allowed disabled:opacity-60 active:opacity-80'

const variants: Record<ButtonVariant, string> = {
  primary:
    'border-transparent bg-accent text-accent-ink not-disabled:hover:bg-accent-hover not-disabled:active:bg-accent',
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
      {children}
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
