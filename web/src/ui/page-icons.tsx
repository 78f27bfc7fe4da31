import { icon } from './icons.tsx';

// Icons that the first screen does not show: its code does not wait for them.

export const CircleIcon = icon(<circle cx="12" cy="12" r="8" />);
export const ArrowLeftIcon = icon(<path d="M20 12H4.5M11 5l-7 7 7 7" />);
export const ArrowRightIcon = icon(<path d="M4 12h15.5M13 5l7 7-7 7" />);
export const ArrowUpIcon = icon(<path d="M12 19V5.5M6 11l6-6 6 6" />);
export const ArrowDownIcon = icon(<path d="M12 5v13.5M6 13l6 6 6-6" />);
export const MailIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="2" />
    <path d="m3.5 7 8.5 6 8.5-6" />
  </>,
);
export const ShieldIcon = icon(
  <>
    <path d="M12 3 4.5 6v5.5c0 4.5 3 7.8 7.5 9.5 4.5-1.7 7.5-5 7.5-9.5V6z" />
    <path d="m9 12 2.2 2.2L15.2 10" />
  </>,
);
export const DownloadIcon = icon(<path d="M12 4v11M7 10.5l5 5 5-5M4.5 20h15" />);
export const FileIcon = icon(
  <>
    <path d="M6 3.5h8l4.5 4.5v12.5H6z" />
    <path d="M14 3.5V8h4.5M9 12.5h6M9 16h6" />
  </>,
);
export const ClockIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 7v5.5l3.5 2" />
  </>,
);
export const StarIcon = icon(
  <path d="m12 3.8 2.5 5.3 5.7.7-4.2 4 1.1 5.7-5.1-2.8-5.1 2.8L8 13.8l-4.2-4 5.7-.7z" />,
);
export const LeafIcon = icon(
  <path d="M6.5 18C4.5 10 9 4.5 19.5 4.5 20.5 14 15 20 6.5 18ZM4 20.5 6.5 18" />,
);
export const BuildingIcon = icon(
  <>
    <path d="M5 20.5V4.5h9v16M14 10h5v10.5M3 20.5h18" />
    <path d="M8 8.5h3M8 12h3M8 15.5h3" />
  </>,
);
export const UsersIcon = icon(
  <>
    <circle cx="9" cy="8.5" r="3.5" />
    <path d="M2.5 19.5c.6-3.5 3-5.5 6.5-5.5s5.9 2 6.5 5.5M15.5 5.3a3.5 3.5 0 0 1 0 6.4M18 14.6c1.9.9 3.1 2.5 3.5 4.9" />
  </>,
);
export const ScaleIcon = icon(
  <>
    <path d="M12 4v16M7 20h10M5 7h14" />
    <path d="m5 7-2.5 6.5h5zM19 7l-2.5 6.5h5z" />
  </>,
);
export const CardIcon = icon(
  <>
    <rect x="2.5" y="5" width="19" height="14" rx="2" />
    <path d="M2.5 9.5h19M6 15h4" />
  </>,
);
export const RepeatIcon = icon(
  <>
    <path d="M4 11V9.5a3 3 0 0 1 3-3h12M16 3.5l3 3-3 3" />
    <path d="M20 13v1.5a3 3 0 0 1-3 3H5M8 20.5l-3-3 3-3" />
  </>,
);
export const LayersIcon = icon(
  <>
    <path d="m12 3.5 9 4.5-9 4.5L3 8z" />
    <path d="m4 12.5 8 4 8-4M4 16.5l8 4 8-4" />
  </>,
);
export const BoxIcon = icon(
  <>
    <path d="m12 3 8 4.5v9L12 21l-8-4.5v-9z" />
    <path d="m4 7.5 8 4.5 8-4.5M12 12v9" />
  </>,
);
export const TagIcon = icon(
  <>
    <path d="M3.5 12.5v-9h9l8 8-9 9z" />
    <path d="M8 8v.01" />
  </>,
);
export const UploadIcon = icon(<path d="M12 15.5V4.5M7 9.5l5-5 5 5M4.5 20h15" />);
export const ChartIcon = icon(<path d="M4 20h16M7 20v-7M12 20V5M17 20v-10" />);
export const GearIcon = icon(
  <>
    <circle cx="12" cy="12" r="3.2" />
    <path d="M12 2.8v3M12 18.2v3M2.8 12h3M18.2 12h3M5.5 5.5l2.100 2.100M16.4 16.4l2.100 2.100M5.5 18.5l2.100-2.100M16.4 7.600l2.100-2.100" />
  </>,
);
export const SwitchIcon = icon(
  <>
    <rect x="2.5" y="7" width="19" height="10" rx="5" />
    <circle cx="16.5" cy="12" r="2.5" />
  </>,
);
export const BugIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="m9 9 6 6M15 9l-6 6" />
  </>,
);
