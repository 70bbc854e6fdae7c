/** What only pages without React have: slideshows, and links within the page. */
import { listenForGlides } from "./glide.ts";
import { listenForSlideshows } from "./slideshow.ts";

listenForGlides();
listenForSlideshows();
