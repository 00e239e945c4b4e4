import { useState } from 'react'
import type { Override } from './insist-box.tsx'

/** It was said of one list: once the text is another, it is off again. */
export function useOverride(text: string): Override {
  const [of, setOf] = useState<string>()
  return { isOn: text !== '' && of === text, onChange: (isOn) => setOf(isOn ? text : undefined) }
}
