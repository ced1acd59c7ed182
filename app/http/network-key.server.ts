import { createHmac } from 'node:crypto'

/**
 * Stands for the caller's network address without keeping it: the same address gives the same key under the same
 * secret. An IPv6 customer owns a /64, so only its first half counts. Null when the platform does not say.
 */
export function networkKey(request: Request, secret: string): string | null {
	const address = request.headers.get('cf-connecting-ip')
	if (!address) return null
	const network = address.includes(':') ? address.split(':').slice(0, 4).join(':') : address
	return createHmac('sha256', secret).update(`network:${network}`).digest('base64url').slice(0, 22)
}
