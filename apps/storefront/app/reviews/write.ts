export interface TakenPicture {
  id: string
  url: string
  width: number
  height: number
}

/** A film that was sent for a review. */
export interface TakenFilm {
  id: string
  url: string
}

export interface Said {
  stars: number
  title: string
  text: string
  name: string
}

export type Wrong = Partial<Record<'stars' | 'text' | 'name' | 'pictures', string | undefined>>

export interface Sent extends Said {
  pictures: string[]
  films: string[]
  wrong: Wrong
}

export const MOST_PICTURES = 5
/** A page takes no more than a megabyte at once, and base64 makes it a third longer. */
export const MOST_BYTES = 700_000
export const MOST_FILMS = 1
/** The formats and limits of the shop: `POST /vitrine/v1/reviews/film-upload`. */
export const MOST_FILM_MEGABYTES = 50
export const MOST_FILM_SECONDS = 60
export const LEAST_TEXT = 20

export const GRADES = ['Poor', 'Not quite', 'All right', 'Good', 'Would buy it again'] as const

/** As many stars as a link of an email chooses; 0 for none. */
export const starsIn = (search: URLSearchParams): number => {
  const stars = Number(search.get('stars'))
  return Number.isInteger(stars) && stars >= 1 && stars <= GRADES.length ? stars : 0
}

export const STILL_SENT = 'Something is still on its way to us. Wait until it is here, or take it out.'

export const wrongIn = ({ stars, text, name }: Said): Wrong => ({
  ...(!(stars >= 1 && stars <= 5) && { stars: 'How many stars? One is poor, five is: would buy it again.' }),
  ...(text.trim().length < LEAST_TEXT && {
    text: 'A little more, please: twenty letters at least. What did you hope for, and what is it like?',
  }),
  ...(name.trim() === '' && { name: 'Under which name is it to be shown?' }),
})
