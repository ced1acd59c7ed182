import type { AppLoadContext } from '@remix-run/cloudflare'

/** Throws 404 where no listed shop has the short address. Ignores case. */
export async function shopOfSlug(
	{ discovery: { publicAddresses } }: Pick<AppLoadContext, 'discovery'>,
	typed: string | undefined,
) {
	const slug = (typed ?? '').toLowerCase()
	const shop = /^[a-z0-9-]{1,60}$/.test(slug) ? await publicAddresses.shopOfSlug(slug) : null
	if (!shop) throw new Response(null, { status: 404 })
	return { ...shop, slug }
}
