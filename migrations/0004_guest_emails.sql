-- Guest bookings by address, for the account that proves it.
CREATE INDEX `clients_guest_by_email` ON `clients` (`email`) WHERE "clients"."user_id" is null;