INSERT INTO rate_limit_kinds (kind) VALUES ('payout-account');
