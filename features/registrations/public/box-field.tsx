import type { ReactNode } from 'react'
import { useFormContext } from 'react-hook-form'
import { Checkbox } from '#client/ui/checkbox.tsx'

/** A checkbox of the surrounding form. A box that was ticked before hydration stays ticked. */
export function BoxField({
  name,
  ...texts
}: {
  name: string
  label: ReactNode
  description?: ReactNode
}) {
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
