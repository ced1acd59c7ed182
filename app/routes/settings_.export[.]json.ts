import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { hasProvenSession } from '#app/domain/identity/session.ts'
import { exportCustomerData } from '#app/flows/account/export-customer-data.server.ts'
import { exportSections } from '#app/flows/lists/export.server.ts'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { brandName } from '#app/ui/brand.tsx'

/** All data about a customer, as a file. Without a password typed within ten minutes it leads to the form. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const user = requireUser(request, context)
	const [sections, { session }] = await Promise.all([
		exportCustomerData(context, exportSections, { actor, user }),
		user,
	])
	if (!hasProvenSession(session, actor.at)) throw redirect('/settings/export', 303)
	const file = { product: brandName, exportedAt: new Date(actor.at).toISOString(), ...sections }
	return new Response(JSON.stringify(file, null, '\t'), {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': `attachment; filename="my-${brandName.toLowerCase()}-data.json"`,
			'cache-control': 'no-store',
		},
	})
}
