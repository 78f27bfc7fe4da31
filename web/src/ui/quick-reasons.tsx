import styles from './quick-reasons.module.css';

interface QuickReasonsProps {
  readonly reasons: readonly string[];
  readonly onChoose: (reason: string) => void;
}

/** Usual reasons, one press each. */
export const QuickReasons = ({ reasons, onChoose }: QuickReasonsProps) => (
  <div className={styles['reasons']} role="group" aria-label="Motivos comuns">
    {reasons.map((reason) => (
      <button key={reason} type="button" onClick={() => onChoose(reason)}>
        {reason}
      </button>
    ))}
  </div>
);
