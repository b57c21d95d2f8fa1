-- The tables of the reference server. Plain SQL that MySQL 8 and MariaDB 10 both accept; every id is
-- compared byte by byte (utf8mb4_bin). Statements end with a semicolon at the end of a line.

CREATE TABLE IF NOT EXISTS `order` (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  order_no VARCHAR(64) NOT NULL,
  -- pending, paid, cancelled, shipped, received, completed, refunding, refunded
  status VARCHAR(16) NOT NULL DEFAULT 'pending',
  amount_minor BIGINT NOT NULL,
  currency VARCHAR(8) NOT NULL DEFAULT 'CNY',
  channel VARCHAR(32) NOT NULL,
  mchid VARCHAR(64) NOT NULL DEFAULT '',
  appid VARCHAR(64) NOT NULL DEFAULT '',
  -- the sum of the refunds that have succeeded
  refunded_minor BIGINT NOT NULL DEFAULT 0,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  UNIQUE KEY uk_order_no (order_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE IF NOT EXISTS payment_record (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  channel VARCHAR(32) NOT NULL,
  trade_no VARCHAR(64) NOT NULL,
  order_no VARCHAR(64) NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency VARCHAR(8) NOT NULL,
  notify_id VARCHAR(64) NOT NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  UNIQUE KEY uk_payment_trade (channel, trade_no),
  KEY idx_payment_order (order_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE IF NOT EXISTS refund_record (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  channel VARCHAR(32) NOT NULL,
  refund_id VARCHAR(64) NOT NULL,
  out_refund_no VARCHAR(64) NOT NULL,
  order_no VARCHAR(64) NOT NULL,
  trade_no VARCHAR(64) NOT NULL,
  amount_minor BIGINT NOT NULL,
  -- SUCCESS, CLOSED, ABNORMAL; only ABNORMAL may still change
  status VARCHAR(16) NOT NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  UNIQUE KEY uk_refund (channel, refund_id),
  KEY idx_refund_order (order_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE IF NOT EXISTS payment_notify_log (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  channel VARCHAR(32) NOT NULL,
  notify_id VARCHAR(64) NOT NULL,
  event_type VARCHAR(64) NOT NULL,
  order_no VARCHAR(64) NOT NULL,
  -- processing, done, failed
  status VARCHAR(16) NOT NULL,
  -- who works on it; changes hands only by compare-and-set
  claim_token VARCHAR(64) NOT NULL,
  -- by the database's clock; a row in 'processing' beyond it may be taken over
  lease_until DATETIME(6) NOT NULL,
  attempts INT NOT NULL DEFAULT 1,
  last_error VARCHAR(512) NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  updated_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  UNIQUE KEY uk_notify (channel, notify_id),
  KEY idx_notify (channel, notify_id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

CREATE TABLE IF NOT EXISTS outbox (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  event_key VARCHAR(160) NOT NULL,
  event_type VARCHAR(64) NOT NULL,
  order_no VARCHAR(64) NOT NULL,
  payload TEXT NOT NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  published_at DATETIME(6) NULL,
  UNIQUE KEY uk_event (event_key),
  KEY idx_outbox_unpublished (published_at, id)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;

-- What a person has to look at. trade_no holds the refund id for the refund kinds.
CREATE TABLE IF NOT EXISTS payment_exception (
  id BIGINT NOT NULL AUTO_INCREMENT PRIMARY KEY,
  channel VARCHAR(32) NOT NULL,
  kind VARCHAR(48) NOT NULL,
  order_no VARCHAR(64) NOT NULL,
  trade_no VARCHAR(64) NOT NULL,
  notify_id VARCHAR(64) NOT NULL,
  amount_minor BIGINT NOT NULL,
  currency VARCHAR(8) NOT NULL,
  detail VARCHAR(512) NOT NULL,
  created_at DATETIME(6) NOT NULL DEFAULT CURRENT_TIMESTAMP(6),
  UNIQUE KEY uk_exception (channel, kind, trade_no)
) ENGINE=InnoDB DEFAULT CHARSET=utf8mb4 COLLATE=utf8mb4_bin;
