/** The mark: three furrows that meet on the horizon, under a sun. */
export function BrandMark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="9" fill="var(--lv-accent)" />
      <circle cx="16" cy="9.4" r="3.4" fill="var(--lv-on-accent)" />
      <g fill="none" stroke="var(--lv-on-accent)" strokeWidth="2.3" strokeLinecap="round">
        <path d="M14.7 16.5C13.2 20 9.7 23.7 5.8 26" />
        <path d="M16 16.5v9.7" />
        <path d="M17.3 16.5C18.8 20 22.3 23.7 26.2 26" />
      </g>
    </svg>
  );
}

/** A tilled field at sunrise, in the portal's colours; only to look at. */
export function FieldArt({ className }: { readonly className?: string }) {
  const furrows = [-900, -640, -430, -260, -120, 0, 120, 260, 430, 640, 900];
  return (
    <svg viewBox="0 0 600 800" preserveAspectRatio="xMidYMax slice" className={className} aria-hidden="true" focusable="false">
      <rect width="600" height="800" fill="var(--lv-art-1)" />
      <circle cx="420" cy="430" r="84" fill="var(--lv-art-3)" opacity="0.92" />
      <path d="M0 476c90-34 180-44 290-26s220 16 310-14v364H0Z" fill="var(--lv-art-2)" />
      <g fill="none" stroke="var(--lv-art-1)" strokeOpacity="0.5" strokeWidth="7" strokeLinecap="round">
        {furrows.map((x) => <path key={x} d={`M${330 + x * 0.12} 474C${318 + x * 0.3} 560 ${300 + x * 0.7} 680 ${290 + x} 840`} />)}
      </g>
      <g fill="none" stroke="var(--lv-art-3)" strokeOpacity="0.55" strokeWidth="2" strokeLinecap="round">
        {furrows.map((x) => <path key={x} d={`M${345 + x * 0.14} 474C${340 + x * 0.33} 560 ${336 + x * 0.76} 680 ${340 + x * 1.08} 840`} />)}
      </g>
    </svg>
  );
}
