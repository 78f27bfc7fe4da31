/** The logo: the sun on the horizon, and the furrows that run towards it. */
export function BrandMark({ size = 32 }: { readonly size?: number }) {
  return (
    <svg
      viewBox="0 0 32 32"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      style={{ borderRadius: '28%', flex: 'none' }}
    >
      <rect width="32" height="32" fill="var(--lv-accent)" />
      <circle cx="20.5" cy="12.5" r="5.5" fill="var(--lv-on-accent)" />
      <path
        d="M0 17.5c7-3.5 20-3.5 32 1V32H0Z"
        fill="var(--lv-accent)"
        stroke="var(--lv-on-accent)"
        strokeWidth="2"
      />
      <path
        d="M13.5 16.5C11 21 6 27.5 1 33M17 16.5c-.5 5-1.5 11-3 17M20.5 17c1.5 5 4 11 7 17"
        fill="none"
        stroke="var(--lv-on-accent)"
        strokeWidth="2"
      />
    </svg>
  );
}

const hill = 'M0 476c90-34 180-44 290-26s220 16 310-14v364H0Z';

/** A decorative drawing of a tilled field at sunrise, in the portal's colours. */
export function FieldArt({ className }: { readonly className?: string }) {
  const furrows = [-900, -640, -430, -260, -120, 0, 120, 260, 430, 640, 900];
  return (
    <svg
      viewBox="0 0 600 800"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      aria-hidden="true"
      focusable="false"
    >
      <rect width="600" height="800" fill="var(--lv-art-1)" />
      <circle cx="420" cy="430" r="84" fill="var(--lv-art-3)" opacity="0.92" />
      <clipPath id="field">
        <path d={hill} />
      </clipPath>
      <path d={hill} fill="var(--lv-art-2)" />
      <g
        clipPath="url(#field)"
        fill="none"
        stroke="var(--lv-art-1)"
        strokeOpacity="0.5"
        strokeWidth="7"
      >
        {furrows.map((x) => (
          <path
            key={x}
            d={`M${330 + x * 0.12} 430C${318 + x * 0.3} 560 ${300 + x * 0.7} 680 ${290 + x} 840`}
          />
        ))}
      </g>
      <g
        clipPath="url(#field)"
        fill="none"
        stroke="var(--lv-art-3)"
        strokeOpacity="0.55"
        strokeWidth="2"
      >
        {furrows.map((x) => (
          <path
            key={x}
            d={`M${345 + x * 0.14} 430C${340 + x * 0.33} 560 ${336 + x * 0.76} 680 ${340 + x * 1.08} 840`}
          />
        ))}
      </g>
    </svg>
  );
}
