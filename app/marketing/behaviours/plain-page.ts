/** What only pages without React have: slideshows, and links within the page. */
import { listenForGlides } from "./glide";
import { listenForSlideshows } from "./slideshow";

listenForGlides();
listenForSlideshows();
