import type { LoaderFunctionArgs, MetaFunction } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { signMemberCode } from '#app/domain/identity/member-code.server.ts'
import { requireUser } from '#app/http/signed-in-user.server.ts'
import { clockLabelAt } from '#app/kernel/date-labels.server.ts'
import { qrCode } from '#app/kernel/qr-code.server.ts'
import { DEFAULT_ZONE } from '#app/kernel/zone.server.ts'
import { pageTitle } from '#app/ui/brand.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-handle.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { MemberCode } from './member-code.tsx'

export const handle: PageHandle = {
	bottomNavigation: 'wallet',
	loadFailure: () => 'Unable to load your code',
}

export const meta: MetaFunction = () => [{ title: pageTitle('Your QR Code') }]

export async function loader({ request, context }: LoaderFunctionArgs) {
	const { id, firstName, lastName } = await requireUser(request, context)
	const now = context.now()
	const { token, expiresAt } = await signMemberCode(context.settings.cookieKeys, id, now)
	return {
		name: `${firstName} ${lastName}`,
		code: await qrCode(token),
		at: now,
		leftMs: expiresAt - now,
		until: clockLabelAt(DEFAULT_ZONE, expiresAt),
	}
}

/** Who the customer is, for the shop to scan (D34). */
export default function YourQrCode() {
	const { name, ...code } = useLoaderData<typeof loader>()
	return (
		<Page>
			<PageHeader title="Your QR Code" subtitle={name} back={{ to: '/wallet', label: 'Wallet' }} />
			<MemberCode code={code} name={name} />
		</Page>
	)
}
