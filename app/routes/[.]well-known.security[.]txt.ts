import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { securityTxt } from '#app/http/security-txt.ts'

/** The contact for reports of vulnerabilities (RFC 9116); 404 without a contact. */
export function loader({ context }: LoaderFunctionArgs) {
	const { supportContact, appOrigin } = context.settings
	const text = securityTxt({ supportContact, appOrigin, now: context.now() })
	if (text === null) return new Response('There is nothing at this address.', { status: 404 })
	return new Response(text, { headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
