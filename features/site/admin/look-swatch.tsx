import { deriveColours, stageMode, type Mode } from '#kernel/look-colours.ts'
import type { FinishedLook } from '#kernel/look.ts'

const corners = { square: [0, 0], soft: [4, 7], round: [9, 12] } as const
const faces = {
  serif: "'Imbue', 'Times New Roman', serif",
  sans: "'Bricolage Grotesque', Arial, sans-serif",
}

/**
 * Renders a miniature page with these colours and fonts in light or dark mode: header, text, and a card with a button.
 */
export function LookSwatch({ look, mode }: { look: FinishedLook; mode: Mode }) {
  const page = deriveColours(look.accent, mode)
  const stage = deriveColours(
    look.accent,
    look.scheme === 'visitor' ? stageMode(look.scheme) : mode,
  )
  const [small, large] = corners[look.corners]
  const isNarrow = look.fonts === 'serif'
  return (
    <svg
      aria-hidden
      viewBox="0 0 200 120"
      className="block w-full"
      style={{ background: page.canvas }}
    >
      <rect width="200" height="52" fill={stage.canvas} />
      <rect x="12" y="8" width="9" height="9" rx={small / 2} fill={stage.accent} />
      <rect x="150" y="11" width="38" height="3" fill={stage.muted} />
      <text
        x="12"
        y="43"
        fill={stage.ink}
        style={{ fontFamily: faces[look.fonts], fontSize: isNarrow ? 24 : 17, fontWeight: 600 }}
      >
        Aa Bb
      </text>
      <rect x="150" y="30" width="38" height="13" rx={small} fill={stage.accent} />
      <rect x="156" y="35.5" width="26" height="2.5" fill={stage.accentInk} />
      <rect
        x="12"
        y="64"
        width="104"
        height="46"
        rx={large}
        fill={page.surface}
        stroke={page.line}
      />
      <rect x="20" y="72" width="58" height="5" fill={page.ink} />
      <rect x="20" y="81" width="84" height="2.5" fill={page.muted} />
      <rect x="20" y="86" width="70" height="2.5" fill={page.muted} />
      <rect
        x="20.5"
        y="93.5"
        width="34"
        height="11"
        rx={small}
        fill={page.accent}
        stroke={page.accentEdge}
      />
      <rect x="27" y="98" width="21" height="2.5" fill={page.accentInk} />
      <rect x="61" y="98" width="24" height="2.5" fill={page.glow} />
      <rect
        x="126.5"
        y="72.5"
        width="61"
        height="14"
        rx={small}
        fill={page.sunken}
        stroke={page.lineStrong}
      />
      <rect x="126" y="64" width="26" height="2.5" fill={page.ink} />
      <rect x="126" y="94" width="61" height="2.5" fill={page.muted} />
      <rect x="126" y="100" width="44" height="2.5" fill={page.muted} />
    </svg>
  )
}
