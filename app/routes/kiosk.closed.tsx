import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { readKioskCaller } from '#app/http/kiosk-cookies.server.ts'
import { kioskPath, readKioskKey } from '#app/http/kiosk-guard.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { KioskPage } from '#app/ui/kiosk/kiosk-page.tsx'
import { type PageHandle, unlistedMeta } from '#app/ui/page.tsx'
import { SupportContact } from '#app/ui/support-contact.tsx'

export const handle: PageHandle = { bottomNavigation: 'hidden' }

export const meta: MetaFunction<typeof loader> = ({ data }) =>
	unlistedMeta(data?.continueTo ? 'Continue to the kiosk' : 'No kiosk here')

/**
 * For a device without a working key. A request from another site brings no Strict cookie, so this page loads
 * itself once more from our own site.
 */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url)
	const to = kioskPath(searchParams.get('to'))
	const { supportContact: contact } = context.settings
	const caller = readKioskCaller(request)
	if (!caller && !searchParams.has('continued') && isFromElsewhere(request))
		return data({
			continueTo: `/kiosk/closed?continued=1&to=${encodeURIComponent(to)}`,
			hadKey: false,
			contact,
		})
	if (caller && (await readKioskKey(context, caller))) throw redirect(to, 303)
	return data({ continueTo: null, hadKey: caller !== null, contact }, { status: 401 })
}

/** Older browsers lack the header: they load once more. */
function isFromElsewhere(request: Request): boolean {
	const site = request.headers.get('sec-fetch-site')
	return site === null || site === 'cross-site' || site === 'same-site'
}

export default function Closed() {
	const { continueTo, hadKey, contact } = useLoaderData<typeof loader>()
	if (continueTo)
		return (
			<KioskPage title="Continue to the kiosk">
				<meta httpEquiv="refresh" content={`0;url=${continueTo}`} />
				<div className="form">
					<ButtonLink to={continueTo} reloadDocument>
						Continue
					</ButtonLink>
				</div>
			</KioskPage>
		)
	return (
		<KioskPage
			title={hadKey ? 'This kiosk was closed' : 'This device is not a kiosk'}
			subtitle={
				hadKey
					? 'Your shop or the people who run this app ended it, or the PIN was wrong five times.'
					: 'You open a kiosk with a one-time link.'
			}
		>
			<p>
				{contact ? (
					<>
						Ask for a new link: <SupportContact contact={contact} />
					</>
				) : (
					'Ask the people who run this app for a new link.'
				)}
			</p>
			<p className="mt-4">
				<a href="/" className="link tap">
					Go to the customer app
				</a>
			</p>
		</KioskPage>
	)
}
