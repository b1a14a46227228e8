/** An id as orders, their lines and products have one. */
export const GUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
