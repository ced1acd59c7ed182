import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { requireActor, requireUser } from '#app/http/signed-in-user.server.ts'
import { brandName } from '#app/ui/brand.tsx'

/** All that we keep about a client, as a file: no secret of theirs is in it, and nothing of anybody else. */
export async function loader({ request, context }: LoaderFunctionArgs) {
	const actor = requireActor(request, context)
	const [user, devices, favorites, visits, payments] = await Promise.all([
		requireUser(request, context),
		context.sessions.listSessions(actor),
		context.favorites.listFavorites(actor),
		context.ownData.exportVisits(actor),
		context.ownPayments.exportPayments(actor),
	])
	const { firstName, lastName, email, phone, isEmailVerified } = user
	const file = {
		product: brandName,
		exportedAt: new Date(actor.at).toISOString(),
		profile: { firstName, lastName, email, phone, isEmailVerified, role: 'client' },
		devices: devices.map(({ deviceLabel, createdAt, lastSeenAt }) => ({
			device: deviceLabel,
			signedInAt: new Date(createdAt).toISOString(),
			lastSeenAt: new Date(lastSeenAt).toISOString(),
		})),
		favorites: favorites.map(({ name, address, city }) => ({ name, address, city })),
		appointments: visits,
		payments,
	}
	return new Response(JSON.stringify(file, null, '\t'), {
		headers: {
			'content-type': 'application/json; charset=utf-8',
			'content-disposition': `attachment; filename="my-${brandName.toLowerCase()}-data.json"`,
			'cache-control': 'no-store',
		},
	})
}
