import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#app/ui/checkbox.tsx'

type BoxFieldProps = { name: string; label: ReactNode; description?: ReactNode }

/** A box of the form around it; one that was ticked before the scripts were there stays so. */
export function BoxField({ name, ...texts }: BoxFieldProps) {
  const { register, formState, setValue } = useFormContext<Record<string, boolean>>()
  const { ref, ...registered } = register(name)
  function take(element: HTMLInputElement | null) {
    const wasTicked = element?.checked
    ref(element)
    if (wasTicked && !element.checked) setValue(name, true)
  }
  return (
    <Checkbox
      {...texts}
      {...registered}
      ref={take}
      defaultChecked={formState.defaultValues?.[name]}
    />
  )
}
