/** What stands in for a missing picture: an empty chair in a cone of light. */
export function DrawnPicture() {
  return (
    <svg
      aria-hidden
      viewBox="0 0 1600 900"
      preserveAspectRatio="xMidYMid slice"
      className="on-stage size-full"
    >
      <rect width="1600" height="900" fill="var(--sunken)" />
      <path d="M760-20 360 760a440 84 0 0 0 880 0L840-20z" fill="var(--accent)" opacity=".16" />
      <ellipse cx="800" cy="760" rx="440" ry="84" fill="var(--accent)" opacity=".28" />
      <g fill="var(--raised)" stroke="var(--accent)" strokeOpacity=".5" strokeWidth="4">
        <path d="M690 470q0-70 70-70h80q70 0 70 70v170H690z" />
        <path d="M650 560q34 0 40 46v44h220v-44q6-46 40-46t40 46l-18 134H668l-18-134q-34-46 0-46z" />
        <path d="M676 740v30M924 740v30" strokeWidth="14" />
      </g>
    </svg>
  )
}
