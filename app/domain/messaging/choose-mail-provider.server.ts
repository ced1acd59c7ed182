import { createCloudflareMailProvider, isEmailBinding } from './cloudflare-mail-provider.server.ts'
import { createHttpMailProvider } from './http-mail-provider.server.ts'
import type { MailProvider } from './mail-provider.server.ts'

export type MailSettings = {
	provider: 'http' | 'cloudflare'
	apiUrl: string
	apiKey: string | null
	from: string | null
}

/** Null while a setting of the provider is missing: messages then wait. */
export function chooseMailProvider(settings: MailSettings, binding: unknown): MailProvider | null {
	const { provider, apiUrl, apiKey, from } = settings
	if (from === null) return null
	if (provider === 'cloudflare')
		return isEmailBinding(binding) ? createCloudflareMailProvider(binding, from) : null
	return apiKey === null ? null : createHttpMailProvider({ apiUrl, apiKey, from })
}
