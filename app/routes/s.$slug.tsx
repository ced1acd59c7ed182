import { type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { shopOfSlug } from '#app/http/shop-of-slug.server.ts'
import { friendCodeHeader, readLinkCode } from '#app/http/unsigned-cookies.ts'

/**
 * The short address of a shop, as it stands on its poster: on to its page. The code of a friend's link is kept for
 * checkout. For now, because an operator may give the name to another.
 */
export async function loader({ request, params, context }: LoaderFunctionArgs) {
	const { id } = await shopOfSlug(context, params.slug)
	const code = readLinkCode(new URL(request.url).searchParams.get('code'))
	return redirect(`/business/${id}`, {
		status: 302,
		headers: code === null ? {} : { 'set-cookie': friendCodeHeader({ shopId: id, code }) },
	})
}

/** Never drawn: with it the root's error page answers for a name that no shop has. */
export default function ShortAddress() {
	return null
}
