-- Each turn of a task, by its slot of time: whoever writes the row does the work.
CREATE TABLE scheduler_ticks (
  task text NOT NULL,
  slot timestamptz NOT NULL,
  ran_at timestamptz NOT NULL,
  PRIMARY KEY (task, slot)
);

-- What is old is found by its age.
CREATE INDEX login_attempts_by_age ON login_attempts (at);
