/** The page of all components; `?open=` names what lies over it: dialog, busy-dialog, menu or toast. */
import { createRoot } from "react-dom/client";
import { createMemoryRouter, RouterProvider } from "react-router";
import "./catalogue.css";
import { Catalogue } from "./catalogue";

const main = document.getElementById("main");
const open = new URLSearchParams(location.search).get("open");
const router = createMemoryRouter([{ path: "*", element: <Catalogue open={open} /> }]);
if (main) createRoot(main).render(<RouterProvider router={router} />);
