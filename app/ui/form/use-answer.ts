import { useActionData, useNavigation } from '@remix-run/react'
import { useRef } from 'react'

/**
 * The answer of this route's action, once the reload of the page's data is done (`shouldRevalidate`). Shown earlier,
 * the fields would restart twice and drop what is typed between.
 */
export function useAnswer<Action>() {
	const answer = useActionData<Action>()
	const { state, formData } = useNavigation()
	const shown = useRef(answer)
	if (state !== 'loading' || formData === undefined) shown.current = answer
	return shown.current
}
