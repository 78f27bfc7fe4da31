import { mark } from '@lavra/domain/brand/mark';

/** The logo in the colours of the portal. */
export function BrandMark({ size = mark.size }: { readonly size?: number }) {
  const { sun, field, furrows, lineWidth } = mark;
  return (
    <svg
      viewBox={`0 0 ${mark.size} ${mark.size}`}
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
      style={{ borderRadius: `${(100 * mark.radius) / mark.size}%`, flex: 'none' }}
    >
      <rect width={mark.size} height={mark.size} fill="var(--lv-accent)" />
      <circle cx={sun.x} cy={sun.y} r={sun.radius} fill="var(--lv-on-accent)" />
      <path
        d={field}
        fill="var(--lv-accent)"
        stroke="var(--lv-on-accent)"
        strokeWidth={lineWidth}
      />
      <path d={furrows} fill="none" stroke="var(--lv-on-accent)" strokeWidth={lineWidth} />
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
