import type { AccountEventKind } from '#app/kernel/vocabulary/identity.ts'

export const accountEventWords: Record<AccountEventKind, string> = {
	signed_in: 'Signed in',
	new_device: 'Signed in on a new device',
	wrong_password: 'Wrong password',
	password_changed: 'Password changed',
	email_changed: 'Email changed',
	devices_signed_out: 'Other devices signed out',
	data_exported: 'Data downloaded',
}
