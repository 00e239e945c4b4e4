import type { ComponentProps } from 'react'
import { useFormState } from 'react-hook-form'
import { Button } from '#app/ui/button.tsx'

/** Sends the form around it, once: its check may still be on the way (check-later.ts). */
export function SendButton({ pending, ...rest }: ComponentProps<typeof Button>) {
  const { isSubmitting } = useFormState()
  return <Button {...rest} type="submit" size="large" pending={pending || isSubmitting} />
}
