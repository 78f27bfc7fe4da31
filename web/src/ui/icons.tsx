import type { ReactNode } from 'react';

export interface IconProps {
  readonly size?: number;
  readonly className?: string;
}
export type Icon = (props: IconProps) => ReactNode;

/**
 * Creates an icon: one line weight, round ends, on a grid of 24. Icons are decorative: there is
 * always text beside them.
 */
export function icon(drawing: ReactNode): Icon {
  return ({ size = 20, className }) => (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.75}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {drawing}
    </svg>
  );
}

export const HomeIcon = icon(
  <>
    <path d="M3.5 11 12 4l8.5 7" />
    <path d="M6 9.5V20h12V9.5" />
    <path d="M10 20v-5.5h4V20" />
  </>,
);
export const BellIcon = icon(
  <>
    <path d="M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15z" />
    <path d="M10 20.5a2.2 2.2 0 0 0 4 0" />
  </>,
);
export const UserIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4.5 20.5c.8-4 3.8-6 7.5-6s6.7 2 7.5 6" />
  </>,
);
export const SunIcon = icon(
  <>
    <circle cx="12" cy="12" r="4" />
    <path d="M12 2.5v2M12 19.5v2M2.5 12h2M19.5 12h2M5.3 5.3l1.4 1.4M17.3 17.3l1.4 1.4M5.3 18.7l1.4-1.4M17.3 6.7l1.4-1.4" />
  </>,
);
export const MoonIcon = icon(<path d="M20 14.2A8.2 8.2 0 0 1 9.8 4a8.2 8.2 0 1 0 10.2 10.2Z" />);
export const DeviceIcon = icon(
  <>
    <rect x="3" y="4.5" width="18" height="12" rx="2" />
    <path d="M8.5 20.5h7M12 16.5v4" />
  </>,
);
export const CheckIcon = icon(<path d="m5 12.5 4.5 4.5L19 7.5" />);
export const CheckCircleIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m8 12.3 2.8 2.8L16 9.7" />
  </>,
);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const AlertIcon = icon(
  <>
    <path d="M12 4 2.8 19.5h18.4z" />
    <path d="M12 10v4.5M12 17v.01" />
  </>,
);
export const InfoIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5M12 8v.01" />
  </>,
);
export const ChevronRightIcon = icon(<path d="m9 5 7 7-7 7" />);
export const ChevronLeftIcon = icon(<path d="m15 5-7 7 7 7" />);
export const ChevronDownIcon = icon(<path d="m5 9 7 7 7-7" />);
export const LogoutIcon = icon(
  <>
    <path d="M14.5 4H6a1 1 0 0 0-1 1v14a1 1 0 0 0 1 1h8.5" />
    <path d="M10.5 12H21M17 8l4 4-4 4" />
  </>,
);
export const EyeIcon = icon(
  <>
    <path d="M2.5 12C5 7.5 8.3 5.5 12 5.5s7 2 9.5 6.5c-2.5 4.5-5.8 6.5-9.5 6.5S5 16.5 2.5 12Z" />
    <circle cx="12" cy="12" r="3" />
  </>,
);
export const EyeOffIcon = icon(
  <>
    <path d="M9.5 5.9A9.6 9.6 0 0 1 12 5.5c3.7 0 7 2 9.5 6.5a17 17 0 0 1-2.7 3.6M6.3 7.3A15 15 0 0 0 2.5 12c2.5 4.5 5.8 6.5 9.5 6.5 1.9 0 3.6-.5 5.2-1.5" />
    <path d="M4 4l16 16" />
  </>,
);
export const LockIcon = icon(
  <>
    <rect x="5" y="10.5" width="14" height="9.5" rx="2" />
    <path d="M8 10.5V8a4 4 0 0 1 8 0v2.5" />
  </>,
);
export const SproutIcon = icon(
  <>
    <path d="M12 21v-9" />
    <path d="M12 14c0-4 2.5-6.5 8-6.5 0 4.5-2.5 6.5-8 6.5ZM12 12c0-4-2.5-7-8-7 0 4.8 2.5 7 8 7Z" />
  </>,
);
export const TruckIcon = icon(
  <>
    <path d="M2.5 6h11.5v10.5h-11.5zM14 10h4l3.5 3.5v3H14" />
    <circle cx="7" cy="17.5" r="2" />
    <circle cx="17" cy="17.5" r="2" />
  </>,
);
export const PlusIcon = icon(<path d="M12 5v14M5 12h14" />);
export const TrashIcon = icon(
  <>
    <path d="M4 7h16M9 7V4.5h6V7M6.5 7l1 13h9l1-13" />
    <path d="M10 11v5.5M14 11v5.5" />
  </>,
);
export const SearchIcon = icon(
  <>
    <circle cx="10.5" cy="10.5" r="6.5" />
    <path d="m15.5 15.5 5 5" />
  </>,
);
export const OfflineIcon = icon(
  <>
    <path d="M3.5 9.5c1-.9 2-1.6 3.2-2.2M10.5 6c3.6-.5 7.2.700 10 3.5M6.8 13a8 8 0 0 1 3-1.7M15 12a8 8 0 0 1 2.2 1.2M10 16.5a3.2 3.2 0 0 1 4 0M12 20v.01" />
    <path d="M4 3l16 17" />
  </>,
);
export const WrenchIcon = icon(
  <path d="M20 7.5a5 5 0 0 1-6.8 4.7L7 18.4a2.1 2.1 0 0 1-3-3l6.2-6.2A5 5 0 0 1 16.5 4l-3 3v3.5H17z" />,
);
export const CompassIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m15.5 8.5-2 5-5 2 2-5z" />
  </>,
);
export const MenuIcon = icon(<path d="M4 7h16M4 12h16M4 17h16" />);
