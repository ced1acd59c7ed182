import { createECDH } from 'node:crypto'

/** `subject` is where a push service reaches the operator. */
export function newVapidSettings(subject = 'mailto:wakati@localhost.example') {
	const ecdh = createECDH('prime256v1')
	ecdh.generateKeys()
	return {
		VAPID_PUBLIC_KEY: ecdh.getPublicKey('base64url'),
		// A key with leading zeros is returned shorter.
		VAPID_PRIVATE_KEY: Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
			.subarray(-32)
			.toString('base64url'),
		VAPID_SUBJECT: subject,
	}
}
