import type { AppLoadContext } from '@remix-run/cloudflare'

/** The listed shop of a short address, however its name is written; throws a 404 where there is none. */
export async function shopOfSlug(
	{ discovery: { publicAddresses } }: Pick<AppLoadContext, 'discovery'>,
	typed: string | undefined,
) {
	const slug = (typed ?? '').toLowerCase()
	const shop = /^[a-z0-9-]{1,60}$/.test(slug) ? await publicAddresses.shopOfSlug(slug) : null
	if (!shop) throw new Response(null, { status: 404 })
	return { ...shop, slug }
}
